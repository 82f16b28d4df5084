import type { Cell, ColumnMask, MaskExample as Values } from '@parlance/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fractionDigits, shownCellText } from '../../../lib/cell-text.ts'
import { cn } from '../../../lib/cn.ts'
import { maskedExample, sampleValue, type MaskedExample } from '../../../lib/security/mask-example.ts'
import { useWantedExample } from './mask-place.ts'
import { useMaskExample } from './use-mask-example.ts'
import { useSettled } from './use-settled.ts'

interface MaskExampleProps {
  mask: ColumnMask
  column: string
  /** Absent: only a sample. */
  table?: string
  className?: string
}

/** Milliseconds without a change before values are read. */
const typingPause = 800

/** What a mask turns values into: real ones that the editor sees, otherwise a sample. */
export function MaskExample({ mask, column, table = '', className }: MaskExampleProps) {
  const { t } = useTranslation()
  const { text, version, isMasked } = useWantedExample({ table, column, mask })
  const { request } = useSettled(text, typingPause)
  const sample = <Sample mask={mask} column={column} />
  return (
    <div className={cn('flex flex-wrap gap-x-4 text-meta wrap-anywhere text-muted', className)}>
      {text !== null && request === text ? <Read text={text} version={version} sample={sample} /> : sample}
      {isMasked && <span className="text-faint">{t('You see this column masked, so only an example is shown.')}</span>}
    </div>
  )
}

function Read({ text, version, sample }: { text: string; version: number; sample: ReactNode }) {
  const example = useMaskExample(text, version)
  if ('values' in example) return <RealValues values={example.values} />
  return (
    <>
      {sample}
      {example.reason !== null && <span className="text-faint">{example.reason}</span>}
    </>
  )
}

function RealValues({ values: { columns, results } }: { values: Values }) {
  const { t } = useTranslation()
  const textOf = (cell: Cell, at: number) => {
    const column = columns[at]
    return column === undefined ? String(cell) : shownCellText(cell, column, fractionDigits(column, at, results))
  }
  return (
    <ul className="flex flex-wrap gap-x-6 min-w-0" aria-label={t('Values before and after the mask')}>
      {results.map(([before = null, after = null]) => {
        const example: MaskedExample = after === null ? { kind: 'null' } : { kind: 'value', text: textOf(after, 1) }
        return (
          <li key={String(before)} className="min-w-0">
            <Change before={textOf(before, 0)} example={example} />
          </li>
        )
      })}
    </ul>
  )
}

function Sample({ mask, column }: Pick<MaskExampleProps, 'mask' | 'column'>) {
  const { t } = useTranslation()
  const sample = sampleValue(mask, column)
  const example = maskedExample(mask, sample)
  return (
    <span className="min-w-0">
      {example.kind === 'none' && t('Not available to users')}
      {example.kind === 'unknown' && t('Result of the SQL expression')}
      {example.kind !== 'none' && example.kind !== 'unknown' && <Change before={sample} example={example} />}
    </span>
  )
}

function Change({ before, example }: { before: string; example: MaskedExample }) {
  const { t } = useTranslation()
  return (
    <>
      <span aria-hidden>
        <Value>{before}</Value> → {example.kind === 'value' && example.text !== '' && <Value>{example.text}</Value>}
        {example.kind === 'value' && example.text === '' && <i>{t('empty text')}</i>}
        {example.kind === 'null' && <i>NULL</i>}
        {example.kind === 'hash' && t('16 characters, the same for equal values')}
      </span>
      <span className="sr-only">{sentenceOf(example, before, t)}</span>
    </>
  )
}

/** A long value takes one line. */
function Value({ children }: { children: ReactNode }) {
  return <bdi className="font-mono text-[12px] inline-block max-w-full truncate align-bottom">{children}</bdi>
}

/** The example for screen readers. */
function sentenceOf(example: MaskedExample, sample: string, t: TFunction): string {
  if (example.kind === 'null') return t('{sample} becomes NULL', { sample })
  if (example.kind === 'hash') return t('{sample} becomes 16 characters, the same for equal values', { sample })
  const text = example.kind === 'value' ? example.text : ''
  return text === '' ? t('{sample} becomes empty text', { sample }) : t('{sample} becomes {text}', { sample, text })
}
