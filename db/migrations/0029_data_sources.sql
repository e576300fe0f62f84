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
