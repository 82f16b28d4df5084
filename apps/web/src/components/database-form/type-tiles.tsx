import type { DatabaseType, Message } from '@parlance/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { databaseTypeLetters } from '../../lib/database-types.ts'
import { translate } from '../../lib/i18n.ts'
import { EngineMark } from '../../ui/engine-mark.tsx'
import { tileClass } from '../../ui/tile.ts'

interface TypeTilesProps {
  types: DatabaseType[]
  chosen: DatabaseType | null
  error?: Message | undefined
  className?: string
  /** Where the tiles appear, if their columns depend on it. */
  place: 'editor' | 'wizard'
  onChoose: (type: DatabaseType) => void
}

const places = {
  editor: 'grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-1 @min-[560px]:grid-cols-[minmax(0,1fr)]',
  wizard: 'grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2',
}

/** The tiles of the setup are roomier than those of a form. */
export const wizardTileClass = 'px-3! py-2.5! [&>[aria-hidden]]:mt-0.5'

/** The kinds of database, of which the user selects one. */
export function TypeTiles({ types, chosen, error, className, place, onChoose }: TypeTilesProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset
      className={cn('grid content-start', places[place], className)}
      data-invalid={error === undefined ? undefined : true}
    >
      <legend className="col-span-full mb-1 block text-dense font-medium text-ink">{t('Database type')}</legend>
      {error !== undefined && (
        <p className="mb-1 text-meta text-danger" id={`${name}-error`}>
          {translate(t, error)}
        </p>
      )}
      {types.map((type) => (
        <label
          key={type.db_type}
          className={place === 'editor' ? tileClass('compact') : cn(tileClass(), wizardTileClass)}
        >
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
      <EngineMark className="size-6.5!">{databaseTypeLetters(type.db_type)}</EngineMark>
      <span className="min-w-0 flex-1">
        {type.name} {!type.is_available && <small>{t('Not installed')}</small>}
      </span>
    </>
  )
}
