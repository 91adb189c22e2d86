ALTER TABLE tallies DROP COLUMN narrow_losses;
ALTER TABLE game_results DROP COLUMN narrow_loss;
