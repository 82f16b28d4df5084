import { describe, expect, it } from 'vitest'
import type { DriverErrorKind } from '../contract.ts'
import { toDriverError } from './errors.ts'

const help = '\nHelp: https://docs.oracle.com/error-help/db/ora-00000/'
const connection = '(CONNECTION_ID=x1YzQ==)'

/** In the library's format: its own sentence first, if any, then the server's or the socket's. */
const cases: [message: string, kind: DriverErrorKind][] = [
  ['ORA-01017: invalid username/password; logon denied', 'auth'],
  ['ORA-28000: the account is locked', 'auth'],
  ['ORA-01031: insufficient privileges', 'permission'],
  ['ORA-01456: may not perform insert/delete/update operation inside a READ ONLY transaction', 'permission'],
  ['ORA-12154: TNS:could not resolve the connect identifier specified', 'missing-object'],
  ['ORA-12514: TNS:listener does not currently know of service requested', 'missing-object'],
  ['ORA-12505: TNS:listener does not currently know of SID given', 'missing-object'],
  ['ORA-12541: TNS:no listener', 'unreachable'],
  ['ORA-12170: TNS:Connect timeout occurred', 'timeout'],
  ['ORA-03136: inbound connection timed out', 'timeout'],
  ['ORA-00942: table or view does not exist', 'missing-object'],
  ['ORA-00904: "X": invalid identifier', 'missing-object'],
  ['ORA-00936: missing expression', 'syntax'],
  ['ORA-01722: invalid number', 'syntax'],
  ['ORA-01013: user requested cancel of current operation', 'cancelled'],
  ['ORA-01555: snapshot too old: rollback segment number 4 too small', 'limit'],
  ['ORA-01652: unable to extend temp segment by 128 in tablespace TEMP', 'limit'],
  ['ORA-99999: a number of the future', 'unknown'],
  [
    'NJS-500: connection to Oracle Database was closed or broken\nORA-03113: end-of-file on communication channel',
    'unreachable',
  ],
  [
    `NJS-503: connection to host db port 1521 could not be established. ${connection}\nconnect ECONNREFUSED 10.0.0.1:1521`,
    'unreachable',
  ],
  [
    `NJS-503: connection to host db port 1521 could not be established. ${connection}\nconnect ETIMEDOUT 10.0.0.1:1521`,
    'timeout',
  ],
  [
    `NJS-506: connection to host db port 2484 encountered TLS handshake failure. ${connection}\nself-signed certificate`,
    'tls',
  ],
  [
    `NJS-510: connection to host db port 1521 timed out. Request exceeded "connectTimeout" of 10 seconds. ${connection}`,
    'timeout',
  ],
  [`NJS-511: connection to listener at host db port 1521 was refused. ${connection}\nCause: ORA-12528`, 'unreachable'],
  [`NJS-511: connection to listener at host db port 1521 was refused. ${connection}\nCause: refused`, 'unreachable'],
  [
    'NJS-533: Advanced Networking Option service negotiation failed. Native Network Encryption and DataIntegrity only supported in node-oracledb thick mode.\nCause: ORA-12660',
    'unsupported',
  ],
  ['NJS-123: call timeout of 500 ms exceeded', 'timeout'],
  ['NJS-116: password verifier type 0x939 is not supported by node-oracledb in Thin mode', 'unsupported'],
  [
    'NJS-138: connections to this database server version are not supported by node-oracledb in Thin mode',
    'unsupported',
  ],
  ['NJS-098: 2 bind placeholders were used in the SQL statement but 1 bind values were provided', 'syntax'],
  ['NJS-103: unexpected message type 17 received at position 3 of packet 4', 'unreachable'],
  ['something else', 'unknown'],
]

describe('an error of the library or the server', () => {
  it.each(cases)('classifies %s as %s', (message, kind) => {
    const text = message.startsWith('ORA') ? `${message}${help}` : message
    const error = toDriverError(new Error(text), 'SELECT 1')
    expect(error.kind).toBe(kind)
    expect(error.message).not.toMatch(/Help:|CONNECTION_ID/)
  })

  it('keeps the error’s sentence, and says what native encryption needs', () => {
    expect(toDriverError(new Error(`ORA-00942: table or view does not exist${help}`)).message).toBe(
      'ORA-00942: table or view does not exist',
    )
    const encryption = cases.find(([message]) => message.startsWith('NJS-533'))?.[0]
    expect(toDriverError(new Error(encryption)).message).toMatch(/only supported in node-oracledb thick mode/)
  })

  it('inserts the reason of a failed TLS connection into a sentence', () => {
    const said = 'NJS-506: connection to host db port 2484 encountered TLS handshake failure.\nself-signed certificate'
    expect(toDriverError(new Error(said)).message).toBe(
      'The TLS connection to the server failed: self-signed certificate.',
    )
  })

  it('reports a position only if the server gives one and bytes equal characters', () => {
    const at = (message: string, offset: number, sql: string | null) =>
      toDriverError(Object.assign(new Error(message), { offset }), sql).position
    expect(at('ORA-00942: table or view does not exist', 14, 'SELECT * FROM t')).toBe(14)
    expect(at('ORA-00904: "X": invalid identifier', 0, 'X')).toBe(0)
    expect(at('ORA-00904: "X": invalid identifier', 12, "SELECT 'é', x FROM t")).toBeNull()
    expect(at('ORA-00904: "X": invalid identifier', 99, 'SELECT x')).toBeNull()
    expect(at('ORA-01013: user requested cancel of current operation', 0, 'SELECT 1')).toBeNull()
    expect(at('ORA-00942: table or view does not exist', 14, null)).toBeNull()
  })
})
