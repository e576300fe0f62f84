-- Staff may ask for the roles of several users of one account on the same day.
alter table staff_request drop constraint staff_request_pkey;
alter table staff_request add primary key (client_id, kind, subject);
