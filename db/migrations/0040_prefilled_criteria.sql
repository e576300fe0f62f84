-- Of a draft that starts from what the two accounts agreed on before: what the source no longer has, in words.
alter table criteria_version add column left_out text[];
