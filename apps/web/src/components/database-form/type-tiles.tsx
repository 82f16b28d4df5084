import type { DatabaseType, Message } from '@parlance/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { databaseTypeLetters } from '../../lib/database-types.ts'
import { translate } from '../../lib/i18n.ts'
import { EngineMark } from '../../ui/engine-mark.tsx'
import styles from './type-tiles.module.css'

interface TypeTilesProps {
  types: DatabaseType[]
  chosen: DatabaseType | null
  error?: Message | undefined
  className?: string
  /** Where the tiles appear, if their columns depend on it. */
  place?: 'editor' | 'wizard'
  onChoose: (type: DatabaseType) => void
}

/** The kinds of database, of which the user selects one. */
export function TypeTiles({ types, chosen, error, className, place, onChoose }: TypeTilesProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset
      className={cn(styles.types, className)}
      data-place={place}
      data-invalid={error === undefined ? undefined : true}
    >
      <legend className="label">{t('Database type')}</legend>
      {error !== undefined && (
        <p className="hint text-danger" id={`${name}-error`}>
          {translate(t, error)}
        </p>
      )}
      {types.map((type) => (
        <label key={type.db_type} className="tile">
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={type.db_type}
            checked={chosen?.db_type === type.db_type}
            aria-describedby={error === undefined ? undefined : `${name}-error`}
            onChange={() => onChoose(type)}
          />
          <TypeLabel type={type} />
        </label>
      ))}
    </fieldset>
  )
}

export function TypeLabel({ type }: { type: DatabaseType }) {
  const { t } = useTranslation()
  return (
    <>
      <EngineMark>{databaseTypeLetters(type.db_type)}</EngineMark>
      <span className="min-w-0 flex-1">
        {type.name} {!type.is_available && <small>{t('Not installed')}</small>}
      </span>
    </>
  )
}
