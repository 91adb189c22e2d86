ALTER TABLE pairings DROP COLUMN scope;
DROP INDEX keys_of_game;
ALTER TABLE keys DROP COLUMN made_by;
