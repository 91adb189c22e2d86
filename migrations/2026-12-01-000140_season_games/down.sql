ALTER TABLE seasons ADD COLUMN variant text, ADD COLUMN seats smallint, ADD COLUMN partners boolean;
UPDATE seasons SET variant = games ->> 'variant', seats = (games ->> 'players')::smallint,
    partners = (games ->> 'partners')::boolean;
ALTER TABLE seasons DROP COLUMN games;
