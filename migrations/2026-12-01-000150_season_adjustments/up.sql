-- What a club gives and takes is read from the logs of its seasons, in which every version has written it.
-- The player whom a change is about cannot be deleted. Old logs are not looked at again, as they could only
-- keep the database from opening.
ALTER TABLE season_changes ADD COLUMN player_id uuid
    GENERATED ALWAYS AS ((body #>> '{adjustment,player}')::uuid) STORED;
ALTER TABLE season_changes ADD CONSTRAINT season_changes_player
    FOREIGN KEY (player_id) REFERENCES players (id) NOT VALID;
CREATE INDEX season_changes_by_player ON season_changes (player_id) WHERE player_id IS NOT NULL;
DROP TABLE season_adjustments;
