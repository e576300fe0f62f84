-- Who acknowledged what, when and from which network is in the audit log (connection.submitted, connection.criteria_attached).
alter table criteria_version drop column acknowledged_from;
