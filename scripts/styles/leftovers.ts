/*
 * What still has to move to Tailwind utilities in `ui/` and the components. Remove entries as their styles move; never
 * add one.
 */

/** CSS modules. */
export const leftModules: readonly string[] = [
  'apps/web/src/components/admin-page.module.css',
  'apps/web/src/components/auth-frame.module.css',
  'apps/web/src/components/card.module.css',
  'apps/web/src/components/database-form/application-field.module.css',
  'apps/web/src/components/database-form/type-tiles.module.css',
  'apps/web/src/components/search-filters.module.css',
  'apps/web/src/screens/databases/databases.module.css',
  'apps/web/src/screens/databases/protection/protection.module.css',
  'apps/web/src/screens/env-config/env-config.module.css',
  'apps/web/src/screens/env-config/wizard-section.module.css',
]

/** Global classes of the style sheets in `apps/web/src/styles`. */
export const leftGlobalClasses: readonly string[] = [
  'button',
  'button-danger',
  'button-icon',
  'button-large',
  'button-primary',
  'button-quiet',
  'button-small',
  'button-success',
  'check',
  'chip',
  'fields',
  'fold',
  'hint',
  'input',
  'input-small',
  'is-invalid',
  'label',
  'link',
  'note',
  'note-danger',
  'note-info',
  'note-success',
  'note-warning',
  'optional',
  'page-head',
  'page-top',
  'segments',
  'select',
  'select-small',
  'textarea',
  'tile',
]
