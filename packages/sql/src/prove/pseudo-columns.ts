import type { SqlDialect } from '@parlance/contract'

const none: ReadonlySet<string> = new Set()

/** Words that stand like a column and are the engine's own: dates, counters, parts of dates as arguments. */
const dateParts = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
  'millisecond',
  'microsecond',
  'dayofyear',
  'dayofweek',
  'weekday',
  'isoweek',
  'isoyear',
  'years',
  'quarters',
  'months',
  'weeks',
  'days',
  'hours',
  'minutes',
  'seconds',
  'yy',
  'yyyy',
  'mm',
  'dd',
  'hh',
  'mi',
  'ss',
  'ww',
  'wk',
  'dw',
  'dy',
  'qq',
  'date',
  'time',
  'datetime',
  'nanosecond',
  'epoch_second',
  'epoch_millisecond',
  'yearofweek',
  'weekiso',
  'dayofweekiso',
  'd',
  'm',
  'y',
  'q',
  'h',
]

export const pseudoColumns: Record<SqlDialect, ReadonlySet<string>> = {
  postgresql: none,
  sqlite: none,
  mysql: new Set(dateParts),
  tsql: new Set(dateParts),
  oracle: new Set([
    'rownum',
    'level',
    'sysdate',
    'systimestamp',
    'current_date',
    'current_timestamp',
    'localtimestamp',
    'connect_by_isleaf',
    'connect_by_iscycle',
  ]),
  snowflake: new Set([
    ...dateParts,
    'current_date',
    'current_timestamp',
    'level',
    'epoch_microsecond',
    'epoch_nanosecond',
    'all',
  ]),
  bigquery: new Set([
    ...dateParts,
    'sunday',
    'monday',
    'tuesday',
    'wednesday',
    'thursday',
    'friday',
    'saturday',
    'current_date',
    'current_timestamp',
  ]),
  dremio: new Set([...dateParts, 'current_date', 'current_timestamp']),
  hana: new Set([
    ...dateParts,
    'current_date',
    'current_timestamp',
    'current_time',
    'current_utcdate',
    'current_utctimestamp',
  ]),
}

/** Words by which an engine tells of its session; no parenthesis follows them. */
export const sessionWords: ReadonlySet<string> = new Set(
  `current_user session_user system_user user uid current_role current_roles current_available_roles current_schema
   current_schemas current_database current_catalog current_warehouse current_account current_account_name
   current_organization_name current_region current_session current_statement current_transaction current_client
   current_version current_ip_address current_secondary_roles current_connection current_site current_path
   current_transaction_isolation_level current_update_transaction current_update_statement_sequence current_object_schema
   current_line_number current_mysql_user sysuuid last_query_id last_transaction rowid ora_rowscn userenv sessiontimezone
   dbtimezone ora_invoking_user ora_invoking_userid nextval currval`.split(/\s+/),
)

/** Columns that every table has without listing them; they vanish when the table becomes a subquery. */
export const rowIdentifiers: Record<SqlDialect, ReadonlySet<string>> = {
  postgresql: none,
  sqlite: new Set(['rowid', 'oid', '_rowid_']),
  mysql: none,
  tsql: none,
  oracle: new Set(['rowid']),
  snowflake: none,
  bigquery: new Set(['_partitiontime', '_partitiondate']),
  dremio: none,
  hana: none,
}

/** Tables of one row that the engine itself has, with their column. */
export const builtInTables: Partial<Record<SqlDialect, Record<string, string>>> = {
  oracle: { dual: 'DUMMY' },
  mysql: { dual: 'dummy' },
  snowflake: { dual: 'DUMMY' },
  hana: { dummy: 'DUMMY' },
}
