-- One word per thing (docs/glossary.md): emails, events that webhooks bring, places that users sign in from.
alter table platform.letter rename to email;
alter index platform.letter_newest rename to email_newest;
alter index platform.letter_recipient rename to email_recipient;
alter table mail_preference rename to email_preference;
alter table sync_hint rename to webhook_event;
alter index sync_hint_unused rename to webhook_event_unused;
alter index sync_hint_age rename to webhook_event_age;
alter table pool.known_place rename to known_location;
alter table pool.known_location rename column place to location;
alter index pool.known_place_last_at rename to known_location_last_at;
alter table pool.account rename column password_from_mail to password_from_email;
alter table integration_access rename column hook_key to webhook_key;
