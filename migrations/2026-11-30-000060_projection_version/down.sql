DROP TABLE projection_version;
