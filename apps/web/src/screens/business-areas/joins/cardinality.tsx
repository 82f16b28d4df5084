import { cardinalities, message, type AreaJoin, type Cardinality, type Message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Select } from '../../../ui/select.tsx'
import { isSameJoin } from '../form/area-joins.ts'

/** How many rows of one table belong to a row of the other, in words. */
export function cardinalityText(cardinality: Cardinality, { left_table, right_table }: AreaJoin): Message {
  const sides = { left: bare(left_table), right: bare(right_table) }
  const texts = {
    many_to_one: message('Each row of {left} has one of {right}', sides),
    one_to_many: message('Each row of {right} has one of {left}', sides),
    one_to_one: message('Each row of {left} and {right} has one of the other', sides),
    many_to_many: message('Rows of {left} and {right} can have several of the other', sides),
  } satisfies Record<Cardinality, Message>
  return texts[cardinality]
}

function bare(table = ''): string {
  return table.slice(table.lastIndexOf('.') + 1)
}

/** What the foreign keys say about a join: the table with the key has one row of the other; null without a key. */
function keyCardinality(join: AreaJoin, keys: readonly AreaJoin[]): Cardinality | null {
  const key = keys.find((one) => isSameJoin(one, join))
  if (key === undefined) return null
  const isTurned = key.left_table?.toLowerCase() !== join.left_table?.toLowerCase()
  return isTurned ? 'one_to_many' : 'many_to_one'
}

interface CardinalityFieldProps {
  join: AreaJoin
  /** The joins of the foreign keys. */
  keys: readonly AreaJoin[]
  onChange: (join: AreaJoin) => void
}

/** Whether a row has one or several of the other table; what the database says is the default. */
export function CardinalityField({ join, keys, onChange }: CardinalityFieldProps) {
  const { t } = useTranslation()
  const { cardinality, ...rest } = join
  const isNamed = (join.left_table ?? '') !== '' && (join.right_table ?? '') !== ''
  const known = keyCardinality(join, keys)
  const unstated =
    known === null
      ? t('Number of rows not stated')
      : t('From the database: {text}', { text: translate(t, cardinalityText(known, join)) })
  return (
    <>
      <Select
        small
        aria-label={t('Rows on each side')}
        disabled={!isNamed}
        value={cardinality ?? ''}
        onChange={({ target }) => {
          const chosen = cardinalities.find((one) => one === target.value)
          onChange(chosen === undefined ? rest : { ...rest, cardinality: chosen })
        }}
      >
        <option value="">{unstated}</option>
        {isNamed &&
          cardinalities.map((one) => (
            <option key={one} value={one}>
              {translate(t, cardinalityText(one, join))}
            </option>
          ))}
      </Select>
      {isNamed && known === null && cardinality === undefined && (
        <p className="mt-1.5 text-meta text-faint">
          {t('State it to group metrics across these tables without counting rows twice.')}
        </p>
      )}
    </>
  )
}
