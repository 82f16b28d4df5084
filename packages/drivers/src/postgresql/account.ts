import { message, type Message, type Row } from '@parlance/contract'

/** Selects what the account may do except reading tables; one row of booleans and counts (R02). */
export const accountSql = `
SELECT rolsuper, rolbypassrls, rolcreaterole OR rolcreatedb,
  (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
      AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')),
  has_database_privilege(current_database(), 'CREATE') OR EXISTS (SELECT 1 FROM pg_namespace n
    WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'CREATE')),
  EXISTS (SELECT 1 FROM pg_roles f WHERE f.rolname IN
    ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program') AND pg_has_role(f.oid, 'MEMBER')),
  current_setting('server_version_num')::integer < 160000 AND EXISTS (SELECT 1 FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'pg_catalog' AND has_function_privilege(p.oid, 'EXECUTE')
      AND p.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lo_truncate', 'lo_truncate64', 'lo_unlink', 'lowrite'))
FROM pg_roles WHERE rolname = current_user`

/** Writes the sentences on the connection's card from the row of `accountSql`. */
export function accountWarnings(row: Row): Message[] {
  const [superuser, bypass, creates, writable, makesTables, files, largeObjects] = row
  if (superuser === true) {
    return [
      message(
        'The account is a superuser: it can change everything and read files on the server. Use one that can only read.',
      ),
    ]
  }
  const count = Number(writable)
  const warnings: Message[] = []
  if (count > 0) {
    warnings.push(message('The account can write to {n, plural, one {# table} other {# tables}}.', { n: count }))
  }
  if (makesTables === true) warnings.push(message('The account can create objects in the database.'))
  if (creates === true) warnings.push(message('The account can create roles or databases.'))
  if (bypass === true) warnings.push(message("The account bypasses the database's row-level security."))
  if (files === true)
    warnings.push(message('The account can read or write files on the server, or run programs there.'))
  if (largeObjects === true) warnings.push(largeObjectWarning)
  return warnings
}

const largeObjectWarning = message(
  'Before version 16, a read-only session can still run functions that change large objects, such as lo_create. Parlance refuses them and rolls back every query. To block them in the database too, revoke EXECUTE on these functions from PUBLIC.',
)
