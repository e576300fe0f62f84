-- Which accounts the demo opened, and which of their users a start without the demo locked out.
create table platform.demo_client (
  client_id uuid primary key,
  -- As the demo's list calls it: the account itself can be renamed.
  demo_name text not null,
  locked_out uuid[] not null default '{}'
);
grant select, insert, update, delete on platform.demo_client to app_system;

-- Before this the demo knew its accounts by the addresses of their owners, and locked the owner out first.
insert into platform.demo_client (client_id, demo_name, locked_out)
select client.client_id, demo.name,
  case when owner.status = 'SUSPENDED' then array(
    select app_user.id from app_user
    where app_user.client_id = client.client_id and app_user.status = 'SUSPENDED'
      and app_user.email_norm <> 'fay@northlight.example.com')
  else '{}' end
from (values
  ('Northlight Growth', 'ana@northlight.example.com'),
  ('Second Signal Media', 'gus@secondsignal.example.com'),
  ('Brightsmile Dental', 'priya@brightsmile.example.com'),
  ('Helio Solar', 'ivo@heliosolar.example.com'),
  ('Forge & Field', 'kit@forgefield.example.com'),
  ('Lumen Law', 'milo@lumenlaw.example.com'),
  ('Cedar Home Care', 'opal@cedarcare.example.com'),
  ('Summit Movers', 'rosa@summitmovers.example.com'),
  ('Tributary staff', 'noor@staff.example.com')) as demo (name, email)
join registry.user_email known on known.email_norm = demo.email
join app_user owner on owner.client_id = known.client_id and owner.id = known.user_id
join client on client.client_id = known.client_id;
