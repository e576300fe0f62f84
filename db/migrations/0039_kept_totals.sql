-- Totals of records of which nothing else may be told, counted once a day, so that nobody learns of single records by counting again and again. In the
-- agency's account: {version, contacts: [{values, count}], opportunities: [{values, count}]}.
alter table connection add column totals jsonb;
alter table connection add column totals_at timestamptz;

-- Of a connection that ended, in both accounts: totals that the company lets the agency keep, without any record.
alter table connection add column kept_totals jsonb;
