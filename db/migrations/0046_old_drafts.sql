-- Drafts of connections that ended are deleted after 30 days.
create index criteria_version_draft on criteria_version (client_id, connection_id) where state = 'draft';
