import type { ValueCase } from '../../testing/engine.ts'
import { configOfUrl, type GivenServer } from '../../testing/given-server.ts'
import { describeGiven } from '../../testing/given-suite.ts'

/** Values that releases before 23 also support, selected without a table. */
const isOfEveryRelease = ({ sql }: ValueCase) => sql.endsWith('FROM DUAL') && !/TRUE|FALSE/.test(sql)

const numbers = (count: number) => `SELECT LEVEL AS n FROM DUAL CONNECT BY LEVEL <= ${count}`

/**
 * Runs the checks that are possible on a server of the user's own. The conformance suite cannot run there: its tables
 * have lowercase names, which this engine takes for uppercase.
 */
export function describeGivenServer({ url }: GivenServer, values: ValueCase[]): void {
  describeGiven({
    name: 'Oracle',
    loadDriver: async () => (await import('../driver.ts')).oracleDriver,
    // `?oracle_connection_type=service_name&service_name=…` and other fields of the form may follow the address.
    config: configOfUrl(url, { defaultPort: 1521 }),
    one: 'SELECT 1 FROM DUAL',
    wrongSecret: (config) => ({ ...config, password: 'certainly-wrong' }),
    bound: {
      sql: 'SELECT :1, :2, :1 FROM DUAL',
      params: ["' OR 1=1 --", 'two'],
      row: ["' OR 1=1 --", 'two', "' OR 1=1 --"],
    },
    numbers,
    endless: 'SELECT COUNT(*) FROM DUAL CONNECT BY LEVEL <= 100000000000',
    longText: (length) => `SELECT RPAD(TO_CLOB('x'), ${length}, 'x') AS t FROM DUAL`,
    write: 'CREATE TABLE parlance_probe (id INTEGER)',
    missingTable: 'SELECT * FROM no_such_table',
    values: values.filter(isOfEveryRelease),
  })
}
