-- One login at a vendor may reach several accounts, and each of them is a source of its own: its tokens are kept once, for all of them.

-- Which tokens a source reads with.
create table integration_access (
  client_id uuid not null,
  integration_id uuid not null,
  grant_id uuid not null,
  -- Part of our own address that a vendor without signatures is given.
  hook_key text,
  primary key (client_id, integration_id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
insert into integration_access (client_id, integration_id, grant_id, hook_key)
select client_id, integration_id, integration_id, hook_key from integration_secret;

-- The tokens stay where they are and keep their keys, because sealed values are bound to their place.
alter table integration_secret drop constraint integration_secret_client_id_integration_id_fkey;
alter table integration_secret rename column integration_id to id;
alter table integration_secret
  drop column hook_key,
  add foreign key (client_id) references client on delete cascade,
  add column type text,
  -- Whose login it is, where the vendor tells and one login reaches several accounts; null: the grant of a single source.
  add column login_id text;
update integration_secret as secret set type = integration.type
from integration where integration.client_id = secret.client_id and integration.id = secret.id;
alter table integration_secret alter column type set not null;
create unique index integration_secret_login on integration_secret (client_id, type, login_id) where login_id is not null;

alter table integration_access add foreign key (client_id, grant_id) references integration_secret (client_id, id);
create index integration_access_grant on integration_access (client_id, grant_id);
create unique index integration_access_hook on integration_access (client_id, hook_key);

call protect_table('integration_access');
revoke all on integration_access from app_rw, app_staff;
