-- Which user a sync was requested for: the caller stays its actor, and the name of the other one goes when that user is forgotten.
alter table event add column requested_for_id uuid;
update event set requested_for_id = app_user.id
from app_user
where event.requested_for is not null and app_user.client_id = event.client_id and app_user.email = event.actor;
create index event_requested_for on event (client_id, requested_for_id) where requested_for_id is not null;
