-- What a request made is noted instead of its whole answer, which is made anew. `owner` is the game or the
-- club that the request is about, or who sent it where the answer has a key. Rows of before keep their
-- answers, and their owners, who were always the senders.
ALTER TABLE replies ADD COLUMN made uuid;
ALTER TABLE replies ALTER COLUMN status DROP NOT NULL;
ALTER TABLE replies ALTER COLUMN body DROP NOT NULL;
ALTER TABLE replies ADD CONSTRAINT replies_answer
    CHECK (made IS NOT NULL OR (status IS NOT NULL AND body IS NOT NULL));
