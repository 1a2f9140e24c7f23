import { repository } from '../../../package.json' with { type: 'json' };
import { linksOf } from '../../lib/repository.ts';

/**
 * From `repository` in package.json alone. Null while nothing is published: what would lead there
 * is not shown then.
 */
export const LINKS = linksOf(repository);
