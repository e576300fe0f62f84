-- Internal staff find users of all accounts by a part of their name or email address, and sort them by name.
create index app_user_name_parts on app_user using gin (lower(name || ' ' || lastname) gin_trgm_ops);
create index app_user_email_parts on app_user using gin (email_norm gin_trgm_ops);
create index app_user_by_name on app_user (name, lastname, id) include (client_id);
