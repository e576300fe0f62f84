-- More than the role of a user, which one of our own people wants to give and a second one has to agree to.
alter table staff_request drop constraint staff_request_kind_check;
alter table staff_request add constraint staff_request_kind_check check (kind in ('closing', 'ownership', 'role'));
