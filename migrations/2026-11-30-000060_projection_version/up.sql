-- By which version of the rules the projections were worked out. A program with another one works them
-- out again when it starts; 0 stands for those of before this table.
CREATE TABLE projection_version (
    id boolean CONSTRAINT projection_version_pkey PRIMARY KEY DEFAULT true
        CONSTRAINT projection_version_one CHECK (id),
    version integer NOT NULL
);
INSERT INTO projection_version (version) VALUES (0);
