import { describe, expect, it } from 'vitest'
import { assertSingleSelect } from './single-select.ts'

describe('R07 one query', () => {
  it.each([
    'SELECT 1 FROM DUAL',
    ' (SELECT 1 FROM DUAL)',
    '-- why\nWITH x AS (SELECT 1 FROM DUAL) SELECT * FROM x;',
    "SELECT q'[it's; DROP TABLE t]' FROM DUAL",
    "SELECT q'!it's; DROP!', nq'{a'b;}' FROM DUAL",
    `SELECT ';', "a;b" /* ; */ FROM t -- ; x`,
    'WITH functions AS (SELECT 1 FROM DUAL) SELECT * FROM functions',
  ])('runs: %s', (sql) => {
    expect(assertSingleSelect(sql)).toBeUndefined()
  })

  it.each([
    'COMMIT; DROP TABLE t',
    'SELECT 1 FROM DUAL; DROP TABLE t',
    'SELECT 1 FROM DUAL;;',
    "SELECT 'a''' FROM DUAL; DELETE FROM t",
    "SELECT q'[a]' FROM DUAL; DELETE FROM t WHERE x = ']'",
    'BEGIN DELETE FROM t; END;',
    '/* SELECT */ DELETE FROM t',
    'DECLARE x NUMBER; BEGIN NULL; END;',
    'WITH FUNCTION f RETURN NUMBER IS BEGIN RETURN 1; END; SELECT f FROM DUAL',
    'with /* x */ procedure p is begin null; end; select 1 from dual',
    'SELECT * FROM (WITH FUNCTION f RETURN NUMBER IS BEGIN RETURN 1; END; SELECT f FROM DUAL)',
    'CALL p()',
    'EXPLAIN PLAN FOR SELECT 1 FROM DUAL',
    'FLASHBACK TABLE t TO BEFORE DROP',
    '',
    ';',
  ])('does not run: %s', (sql) => {
    expect(() => assertSingleSelect(sql)).toThrow(/^Only a single SELECT can run|empty/)
  })
})
