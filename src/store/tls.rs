//! TLS to a remote PostgreSQL, as `sslmode` in its URL asks for it.
//!
//! | `sslmode` | encrypted | the server's certificate |
//! |---|---|---|
//! | `disable` | never | – |
//! | `allow`, `prefer` (default) | if the server can | not checked |
//! | `require` | always | not checked, unless `sslrootcert` is given: then as `verify-ca` |
//! | `verify-ca` | always | must be signed by a trusted authority |
//! | `verify-full` | always | the same, and must name the host: use this over networks of others |
//!
//! Trusted are the authorities in the file `sslrootcert`, else those of the system. Unlike libpq,
//! `allow` behaves as `prefer`, and certificates of the client are not supported.

use percent_encoding::percent_decode_str;
use std::fmt;
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// What is wrong with the TLS part of a URL.
pub(super) type Complaint = String;

/// How a URL wants TLS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TlsOptions {
    mode: Option<String>,
    root_certificates: Option<String>,
}

/// How much of the server's certificate is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    Nothing,
    Authority,
    Everything,
}

impl TlsOptions {
    /// Takes the TLS options out of a URL (or a `key=value` list), because the driver knows only some
    /// of them.
    pub(super) fn take_from(url: &str) -> Result<(String, TlsOptions), Complaint> {
        let mut wish = TlsOptions::default();
        let (head, options, separator) = match url.split_once("://") {
            Some(_) => match url.split_once('?') {
                Some((head, query)) => (format!("{head}?"), query.split('&').collect::<Vec<_>>(), "&"),
                None => return Ok((url.to_owned(), wish)),
            },
            None => (String::new(), url.split_whitespace().collect(), " "),
        };
        let mut kept = Vec::new();
        for option in options {
            match option.split_once('=') {
                Some(("sslmode", mode)) => wish.mode = Some(mode.to_owned()),
                Some(("sslrootcert", file)) => {
                    wish.root_certificates = Some(percent_decode_str(file).decode_utf8_lossy().into_owned())
                }
                Some((name @ ("sslcert" | "sslkey" | "sslcrl"), _)) => {
                    return Err(format!("{name} is not supported"));
                }
                Some(_) | None => kept.push(option),
            }
        }
        let url = format!("{head}{}", kept.join(separator));
        Ok((url, wish))
    }

    /// Whether to encrypt, in the driver's words.
    pub(super) fn mode(&self) -> Result<SslMode, Complaint> {
        match self.mode.as_deref() {
            Some("disable") => Ok(SslMode::Disable),
            Some("allow" | "prefer") => Ok(SslMode::Prefer),
            Some("require" | "verify-ca" | "verify-full") => Ok(SslMode::Require),
            Some(other) => Err(format!(
                "sslmode {other} is unknown; it can be disable, allow, prefer, require, verify-ca or verify-full"
            )),
            None if self.root_certificates.as_deref() == Some("system") => Ok(SslMode::Require),
            None => Ok(SslMode::Prefer),
        }
    }

    fn check(&self) -> Check {
        match (self.mode.as_deref(), self.root_certificates.as_deref()) {
            (Some("verify-full"), _) | (None, Some("system")) => Check::Everything,
            (Some("verify-ca"), _) | (Some("require"), Some(_)) => Check::Authority,
            (Some(_) | None, _) => Check::Nothing,
        }
    }

    /// What makes connections secure.
    pub(super) fn connector(&self) -> Result<MakeRustlsConnect, Complaint> {
        let provider = Arc::new(ring::default_provider());
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?;
        let inner = match self.check() {
            Check::Nothing => None,
            Check::Authority | Check::Everything => {
                let roots = Arc::new(self.roots()?);
                let verifier = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&provider));
                Some(verifier.build().map_err(|error| error.to_string())?)
            }
        };
        let verifier = Verifier { check: self.check(), inner, provider };
        let config =
            builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth();
        Ok(MakeRustlsConnect::new(config))
    }

    fn roots(&self) -> Result<RootCertStore, Complaint> {
        let mut roots = RootCertStore::empty();
        match self.root_certificates.as_deref() {
            Some(file) if file != "system" => {
                let certificates = CertificateDer::pem_file_iter(file)
                    .and_then(Iterator::collect::<Result<Vec<_>, _>>)
                    .map_err(|error| format!("sslrootcert {file} cannot be read: {error}"))?;
                roots.add_parsable_certificates(certificates);
                if roots.is_empty() {
                    return Err(format!("sslrootcert {file} holds no certificate"));
                }
            }
            Some(_) | None => {
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
                if roots.is_empty() {
                    return Err(
                        "this system has no trusted certificates; name a file with sslrootcert".into()
                    );
                }
            }
        }
        Ok(roots)
    }
}

/// Checks a certificate as far as `sslmode` asks for.
struct Verifier {
    check: Check,
    inner: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl fmt::Debug for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verifier").field("check", &self.check).finish_non_exhaustive()
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(inner) = &self.inner else { return Ok(ServerCertVerified::assertion()) };
        let checked = inner.verify_server_cert(certificate, intermediates, server_name, ocsp, now);
        match checked {
            // The name is looked at last, so everything else is in order.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.check == Check::Authority => Ok(ServerCertVerified::assertion()),
            checked => checked,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tls_options_are_taken_out_of_a_url() {
        let url = "postgres://ann@db.example/pips?sslmode=verify-full&connect_timeout=3&sslrootcert=%2Fetc%2Fca.pem";
        let (rest, wish) = TlsOptions::take_from(url).unwrap();
        assert_eq!(rest, "postgres://ann@db.example/pips?connect_timeout=3");
        assert_eq!(wish.root_certificates.as_deref(), Some("/etc/ca.pem"));
        assert_eq!((wish.mode(), wish.check()), (Ok(SslMode::Require), Check::Everything));

        let (rest, wish) = TlsOptions::take_from("host=db sslmode=disable user=ann").unwrap();
        assert_eq!((rest.as_str(), wish.mode()), ("host=db user=ann", Ok(SslMode::Disable)));
    }

    #[test]
    fn modes_check_what_libpq_checks() {
        let cases = [
            ("", SslMode::Prefer, Check::Nothing),
            ("?sslmode=prefer", SslMode::Prefer, Check::Nothing),
            ("?sslmode=require", SslMode::Require, Check::Nothing),
            ("?sslmode=require&sslrootcert=ca.pem", SslMode::Require, Check::Authority),
            ("?sslmode=verify-ca", SslMode::Require, Check::Authority),
            ("?sslrootcert=system", SslMode::Require, Check::Everything),
        ];
        for (query, mode, check) in cases {
            let (_, wish) = TlsOptions::take_from(&format!("postgres://h/d{query}")).unwrap();
            assert_eq!((wish.mode(), wish.check()), (Ok(mode), check), "{query}");
        }
    }

    #[test]
    fn an_option_that_would_be_ignored_is_refused() {
        assert!(TlsOptions::take_from("postgres://h/d?sslcert=mine.pem").is_err());
        let (_, wish) = TlsOptions::take_from("postgres://h/d?sslmode=on").unwrap();
        assert!(wish.mode().unwrap_err().contains("verify-full"));
    }
}
