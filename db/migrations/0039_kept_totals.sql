-- Of a connection that ended, in both accounts: totals that the company lets the agency keep, without any record.
-- {contacts: [{values, count}], opportunities: [{values, count}]}
alter table connection add column kept_totals jsonb;
