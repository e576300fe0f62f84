-- Criteria of a source that takes too long to count are saved and sent with counts of a sample.
alter table criteria_version add column is_estimate boolean not null default false;
