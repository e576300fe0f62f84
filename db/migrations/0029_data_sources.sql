-- Where CRM rows come from: an integration, an incoming connection, a ghost company or a webhook endpoint. Rows go with their data source.
create table data_source (
  client_id uuid not null references client on delete cascade,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('integration', 'connection', 'ghost_company', 'webhook_endpoint')),
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
call protect_table('data_source');
-- Only the product itself creates and deletes data sources.
revoke insert, update, delete on data_source from app_rw, app_staff;

-- An integration and its data source have the same id.
insert into data_source (client_id, id, kind, created_at)
select client_id, id, 'integration', created_at from integration
on conflict do nothing;
alter table integration add foreign key (client_id, id) references data_source (client_id, id);

alter table contact drop constraint contact_client_id_integration_id_fkey;
alter table contact rename column integration_id to data_source_id;
alter table contact add foreign key (client_id, data_source_id) references data_source (client_id, id) on delete cascade;
alter index contact_source rename to contact_data_source;

alter table record_payload drop constraint record_payload_client_id_integration_id_fkey;
alter table record_payload rename column integration_id to data_source_id;
alter table record_payload add foreign key (client_id, data_source_id) references data_source (client_id, id) on delete cascade;
alter index record_payload_integration rename to record_payload_data_source;

alter table contact_alias drop constraint contact_alias_client_id_integration_id_fkey;
alter table contact_alias rename column integration_id to data_source_id;
alter table contact_alias add foreign key (client_id, data_source_id) references data_source (client_id, id) on delete cascade;

alter table opportunity drop constraint opportunity_client_id_integration_id_fkey;
alter table opportunity rename column integration_id to data_source_id;
alter table opportunity add foreign key (client_id, data_source_id) references data_source (client_id, id) on delete cascade;
alter index opportunity_source rename to opportunity_data_source;

-- These go with their opportunity, pipeline or list, as stage events go with their opportunity and touches with their contact.
alter table opportunity_contact rename column integration_id to data_source_id;
alter table pipeline_stage rename column integration_id to data_source_id;
alter table crm_list_member rename column integration_id to data_source_id;

alter table pipeline drop constraint pipeline_client_id_integration_id_fkey;
alter table pipeline rename column integration_id to data_source_id;
alter table pipeline add foreign key (client_id, data_source_id) references data_source (client_id, id) on delete cascade;

alter table crm_owner drop constraint crm_owner_client_id_integration_id_fkey;
alter table crm_owner rename column integration_id to data_source_id;
alter table crm_owner add foreign key (client_id, data_source_id) references data_source (client_id, id) on delete cascade;

alter table crm_list drop constraint crm_list_client_id_integration_id_fkey;
alter table crm_list rename column integration_id to data_source_id;
alter table crm_list add foreign key (client_id, data_source_id) references data_source (client_id, id) on delete cascade;

alter table ad_spend drop constraint ad_spend_client_id_integration_id_fkey;
alter table ad_spend rename column integration_id to data_source_id;
alter table ad_spend add foreign key (client_id, data_source_id) references data_source (client_id, id) on delete cascade;

alter table sync_seen drop constraint sync_seen_client_id_integration_id_fkey;
alter table sync_seen rename column integration_id to data_source_id;
alter table sync_seen add foreign key (client_id, data_source_id) references data_source (client_id, id) on delete cascade;

-- What changed in a client's CRM rows, in order. Whoever changes rows moves the head first and keeps it locked until the end of the transaction, so
-- changes are committed in the order of their numbers.
create table change_head (
  client_id uuid primary key references client on delete cascade,
  last_seq bigint not null,
  -- Without a follower only the head moves.
  is_followed boolean not null default false
) with (fillfactor = 50);
call protect_table('change_head');
revoke update, delete on change_head from app_rw, app_staff;
grant update (last_seq) on change_head to app_rw;
-- Followers are built for the rows that are there.
insert into change_head (client_id, last_seq)
select distinct client_id, 1 from data_source
on conflict do nothing;

create table change_log (
  client_id uuid not null references change_head on delete cascade,
  seq bigint not null,
  at timestamptz not null,
  data_source_id uuid not null,
  object text not null,
  kind text not null check (kind in ('created', 'changed', 'deleted', 'merged')),
  -- None: records of this object have no ids of ours, and any of the data source's may be different.
  ids uuid[] not null,
  primary key (client_id, seq)
);
call protect_table('change_log');
revoke update, delete on change_log from app_rw, app_staff;

create table change_follower (
  client_id uuid not null references change_head on delete cascade,
  name text not null,
  -- The last change it has dealt with; -1: it has to be rebuilt.
  seq bigint not null,
  primary key (client_id, name)
);
call protect_table('change_follower');
revoke insert, update, delete on change_follower from app_rw, app_staff;
