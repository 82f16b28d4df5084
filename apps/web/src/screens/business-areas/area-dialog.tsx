import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { areaLimitsQuery, areaQuery, fallbackLimits } from '../../api/areas.ts'
import { describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Note } from '../../ui/note.tsx'
import { AreaEditor, type AreaSurroundings } from './editor/area-editor.tsx'
import { EnhancedLayoutProvider, useEnhancedLayout } from './form/enhanced-layout.tsx'
import styles from './areas.module.css'

/** In pixels; `enhanced` is used while an advanced builder is open. */
const widths = { plain: 700, enhanced: 800 }

export interface AreaDialogProps extends AreaSurroundings {
  /** 'new', the id of an area, or undefined for none. */
  form: string | undefined
  /** Whether this user may edit the area according to the list; sets the title until the area is loaded. */
  canEdit: boolean
}

/** The one dialog to create, edit or view a business area. */
export function AreaDialog(props: AreaDialogProps) {
  const { t } = useTranslation()
  const { form, onClose } = props
  const { isEnhanced, count } = useEnhancedLayout()
  // Read only from the cache; the content of the dialog loads it.
  const loaded = useQuery({ ...areaQuery(form ?? ''), enabled: false }).data
  const canEdit = loaded?.can_edit ?? props.canEdit
  return (
    <Modal
      open={form !== undefined}
      onClose={onClose}
      title={titleOf(form, canEdit, t)}
      width={isEnhanced ? widths.enhanced : widths.plain}
      className={isEnhanced ? cn(styles.dialog, styles.enhanced) : styles.dialog}
    >
      <EnhancedLayoutProvider count={count}>
        {form === 'new' && <NewArea {...props} />}
        {form !== undefined && form !== 'new' && <StoredArea key={form} {...props} areaId={form} />}
      </EnhancedLayoutProvider>
    </Modal>
  )
}

function titleOf(form: string | undefined, canEdit: boolean, t: TFunction): string {
  if (form === 'new') return t('Create New Business Area')
  return canEdit ? t('Edit Business Area') : t('View Business Area')
}

function NewArea(props: AreaDialogProps) {
  const { t } = useTranslation()
  const limits = useLimits()
  if (props.me.role !== 'ADMIN') {
    return <Note tone="warning">{t('Only administrators can create business areas.')}</Note>
  }
  if (limits === null) return <p className="muted">{t('Loading...')}</p>
  return <AreaEditor {...props} stored={null} limits={limits} onReload={() => undefined} />
}

function StoredArea({ areaId, ...props }: AreaDialogProps & { areaId: string }) {
  const { t } = useTranslation()
  const area = useQuery({ ...areaQuery(areaId), refetchOnMount: false })
  const limits = useLimits()
  const [reading, setReading] = useState(0)
  if (area.isPending || limits === null) {
    return <p className="muted">{t('Loading business area details...')}</p>
  }
  if (area.data === undefined) {
    return (
      <Note tone="danger">
        <p>{describeError(area.error, t('Failed to load business area details'))}</p>
        <Button size="small" className="mt-2" onClick={() => void area.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  const reload = async () => {
    await area.refetch()
    setReading(reading + 1)
  }
  return <AreaEditor key={reading} {...props} stored={area.data} limits={limits} onReload={() => void reload()} />
}

/** The limits of the edition; null until they are known, and the documents' fallback if loading fails. */
function useLimits() {
  const limits = useQuery(areaLimitsQuery)
  if (limits.isPending) return null
  return limits.data ?? fallbackLimits
}
