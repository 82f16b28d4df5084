export { createMariadbDatabase, startMariadb } from './mariadb-server.ts'
export { createPostgresDatabase, startPostgres } from './postgres-server.ts'
export type { TestServer } from './server-process.ts'
