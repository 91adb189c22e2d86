-- A request that may come again is known by the first event that it appended: its answer follows from the
-- log. `token` is made of the Idempotency-Key and `request` of what was asked, both by a hash; `batch` is how
-- many events it appended. Answers that were stored before stay in `replies`.
ALTER TABLE game_events
    ADD COLUMN token uuid,
    ADD COLUMN request uuid,
    ADD COLUMN batch smallint CONSTRAINT game_events_batch CHECK (batch > 0),
    ADD CONSTRAINT game_events_repeatable CHECK (num_nulls(token, request, batch) IN (0, 3));
CREATE UNIQUE INDEX game_events_by_token ON game_events (game_id, token) WHERE token IS NOT NULL;
