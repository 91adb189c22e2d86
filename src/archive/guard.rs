//! What is read of a file before anybody knows whether it is good: never more than a limit.

use std::io::{self, Read};

use super::limits::{MAX_BYTES, MAX_DEPTH, MAX_PART, MAX_STRING};

/// How deep the parts of a file stand that are read as a whole: a game in the list of games.
const PART_DEPTH: usize = 2;

/// A reader of JSON that stops at what would fill the memory. It knows no more of JSON than what a
/// text is and where lists and objects begin and end; whether it is JSON is for others to say.
pub struct Guard<R> {
    file: R,
    bytes: u64,
    depth: usize,
    /// How many bytes were read since the last part began.
    part: usize,
    /// How many bytes the text has that is being read.
    text: Option<usize>,
    escaped: bool,
}

impl<R: Read> Guard<R> {
    /// Guards a file from its beginning.
    pub fn new(file: R) -> Guard<R> {
        Guard { file, bytes: 0, depth: 0, part: 0, text: None, escaped: false }
    }

    fn look(&mut self, byte: u8) -> Result<(), String> {
        self.part += 1;
        if let Some(length) = &mut self.text {
            *length += 1;
            if *length > MAX_STRING {
                return Err(format!("a text has more than {MAX_STRING} bytes"));
            }
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.text = None,
                _ => {}
            }
        } else {
            match byte {
                b'"' => self.text = Some(0),
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        if self.depth > MAX_DEPTH {
            return Err(format!("lists and objects are more than {MAX_DEPTH} deep inside each other"));
        }
        if self.depth <= PART_DEPTH {
            self.part = 0;
        }
        if self.part > MAX_PART {
            return Err(format!("a game has more than {} MiB", MAX_PART / 1024 / 1024));
        }
        Ok(())
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.bytes = self.bytes.saturating_add(u64::try_from(length).unwrap_or(u64::MAX));
        if self.bytes > MAX_BYTES {
            return Err(io::Error::other(too_long()));
        }
        for byte in buffer.iter().take(length) {
            self.look(*byte).map_err(io::Error::other)?;
        }
        Ok(length)
    }
}

/// What is said of a file that is longer than a file may be.
pub fn too_long() -> String {
    format!("the file has more than {} GiB", MAX_BYTES >> 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(), String> {
        io::copy(&mut Guard::new(text.as_bytes()), &mut io::sink()).map(|_| ()).map_err(|e| e.to_string())
    }

    #[test]
    fn what_is_long_or_deep_is_not_read_on() {
        let cases = [
            (format!("[\"{}\"]", "x".repeat(MAX_STRING - 1)), None),
            (format!("[\"{}\"]", "x".repeat(MAX_STRING + 1)), Some("a text has more than")),
            // A quote or a bracket inside a text is part of it.
            (format!("[\"{}\"]", "\\\"[{".repeat(100)), None),
            ("[".repeat(MAX_DEPTH), None),
            ("[".repeat(MAX_DEPTH + 1), Some("deep inside each other")),
            (format!("[[[{}]]]", "1,".repeat(MAX_PART / 2)), Some("a game has more than")),
            (format!("[[{}]]", "[1],".repeat(MAX_PART / 2)), None),
        ];
        for (text, wanted) in cases {
            let said = read(&text).err().unwrap_or_default();
            assert!(
                said.contains(wanted.unwrap_or_default()) && said.is_empty() == wanted.is_none(),
                "{said}"
            );
        }
    }
}
