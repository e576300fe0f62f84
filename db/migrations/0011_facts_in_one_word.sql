-- What is read of a source's facts outside of its connector has one name for all vendors: the table, and whose login it is.
update integration set facts = facts - 'gid' || jsonb_build_object('table_id', facts->'gid') where facts ? 'gid';
update integration set facts = facts - 'user_id' || jsonb_build_object('login_id', facts->'user_id') where facts ? 'user_id';

-- Who else reads with a login, among all accounts.
create index integration_login on integration (coalesce(facts->>'login_id', manager_account_id), type) where status <> 'disconnected';
