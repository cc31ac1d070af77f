-- Which mails about a VM its owner is to get, kept until there is mail.
alter table host add column mail_mode text not null default 'default' check (mail_mode in ('default', 'saas_only'));
