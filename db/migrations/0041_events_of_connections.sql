-- Users who see some companies only are not shown events of other connections.
alter table event add column connection_id uuid;
