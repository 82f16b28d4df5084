import { expect, test } from 'vitest'
import { sqlDialects } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import { writingOf } from './index.ts'

test.each(sqlDialects)('texts of %s are written as the gate writes them', (dialect) => {
  for (const text of ["O'Hara", 'C:\\', "\\' OR 1 = 1 --", 'Größe', '名']) {
    expect(writingOf(dialect).text(text)).toBe(dialectOf(dialect).values.quoteText(text))
  }
})
