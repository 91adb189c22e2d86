DROP TABLE rating_states;
DROP TABLE rating_groups;
DROP INDEX game_results_in_order;
