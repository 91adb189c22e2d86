DROP TABLE pairings;
DROP TABLE replies;
