import { describe, expect, it } from 'vitest'
import { assertSingleSelect } from './single-select.ts'

describe('R07 recognizing a single SELECT in a batch', () => {
  it.each([
    'SELECT 1',
    'select name from customers order by id offset 2 rows fetch next 3 rows only;',
    'WITH c AS (SELECT 1 AS n) SELECT n FROM c',
    '(SELECT 1) UNION ALL (SELECT 2)',
    "SELECT 'DROP TABLE x; DELETE', N'it''s; INSERT' AS [delete], \"update\" FROM [drop]]table] -- DROP",
    '/* EXEC /* nested */ DROP */ SELECT 1 /* ; */ ; -- end',
    'SELECT c.[set], @p1 FROM c INNER MERGE JOIN d ON 1 = 1 OPTION (MERGE JOIN)',
    'SELECT updated, dropped, executed, [into] FROM t FOR JSON PATH',
  ])('accepts %s', (sql) => {
    expect(() => assertSingleSelect(sql)).not.toThrow()
  })

  it.each([
    'DELETE FROM t',
    'SELECT 1 DELETE FROM t',
    'SELECT 1\nDROP TABLE t',
    'SELECT 1; SELECT 2',
    'SELECT 1;;',
    'COMMIT; DROP TABLE t',
    'SELECT 1 COMMIT DROP TABLE t',
    '/* x */ DROP TABLE t',
    "SELECT '' DROP TABLE t --'",
    'SELECT [a]]] DROP TABLE t --]',
    'SELECT "a""" EXEC p --"',
    'SELECT 1 /* /* */ DROP */ DROP TABLE t',
    'SELECT 1 --\r\nDROP TABLE t',
    'SELECT 1 --\rUSE master',
    'SELECT * INTO made FROM t',
    'sp_who',
    '[my procedure] SELECT 1',
    'étrange SELECT 1',
    '@x = 1 SELECT 1',
    'WITH c AS (SELECT 1 AS n) UPDATE c SET n = 2',
    'MERGE t USING s ON 1 = 1 WHEN MATCHED THEN DELETE',
    "SELECT * FROM OPENROWSET(BULK N'c:\\x', SINGLE_BLOB) AS t",
    'DECLARE @x int SELECT @x',
    'IF 1 = 1 SELECT 1',
    'SELECT 1 /* never closed',
    'SELECT 1 FROM [never closed]] DROP TABLE t',
    `SELECT 1 FROM ${'['.repeat(100_000)}`,
    '',
    '-- nothing',
  ])('refuses %s', (sql) => {
    expect(() => assertSingleSelect(sql)).toThrow(/^Only a single SELECT can run|empty|not closed/)
  })
})
