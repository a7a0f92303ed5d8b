import { auditChecks } from '../engine/audit-check.ts';

export const PICTURE_CHECKS = auditChecks({
  'a creature knows how many portraits it has': `
    select id as subject, cast(portraits as text) as found from creatures
    where portraits <> (select count(*) from portraits where portraits.creature_id = creatures.id)`,
  'every portrait that hangs here is there': `
    select creature_id as subject, stage as found from portraits
    where substr(image_url, 1, 10) = '/pictures/' and not exists (
      select 1 from pictures where sitter = creature_id and occasion = stage)`,
  'what hangs is not waiting to be drawn': `
    select pictures.sitter as subject, pictures.occasion as found from picture_jobs
    join pictures on pictures.sitter = picture_jobs.sitter and pictures.occasion = picture_jobs.occasion`,
});
