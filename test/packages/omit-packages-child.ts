// Preloaded: the packages that OMIT names are not found, as where they were not installed.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(name, context, next) {
    if (!(process.env['OMIT'] ?? '').split(' ').includes(name)) return next(name, context);
    throw Object.assign(new Error(`Cannot find package '${name}'`), { code: 'ERR_MODULE_NOT_FOUND' });
  },
});
