import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { takeItems } from '../definition-files/take-items.ts'
import type { DefinitionPlace } from '../definitions/definition-place.ts'
import { placeOf } from './place-of.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'

const DefinitionProposalsDialog = lazy(async () => ({
  default: (await import('./definition-proposals-dialog.tsx')).DefinitionProposalsDialog,
}))

interface DefinitionProposalsProps {
  editor: AreaEditor
  onPlace: (place: DefinitionPlace) => void
}

/** The button that proposes definitions for a saved area, and the dialog that it opens. */
export function DefinitionProposals({ editor: { base, edit }, onPlace }: DefinitionProposalsProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (base === null) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('Propose definitions')}
      </Button>
      {isOpen && (
        <Suspense>
          <DefinitionProposalsDialog
            areaId={base.area_id}
            onClose={() => setOpen(false)}
            onTake={(items) => edit((form) => takeItems(form, items))}
            onEdit={(item) => {
              const place = placeOf(item)
              if (place !== null) onPlace(place)
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
