// os.getenv: what the world said at the start. Nothing else is set.
extern const char *world_getenv(const char *name);
static mp_obj_t mp_os_getenv(size_t n_args, const mp_obj_t *args) {
    const char *found = world_getenv(mp_obj_str_get_str(args[0]));
    if (found == NULL) {
        return n_args > 1 ? args[1] : mp_const_none;
    }
    return mp_obj_new_str(found, strlen(found));
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(mp_os_getenv_obj, 1, 2, mp_os_getenv);
static mp_obj_t mp_os_refuse(size_t n_args, const mp_obj_t *args) {
    mp_raise_NotImplementedError(NULL);
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(mp_os_putenv_obj, 1, 2, mp_os_refuse);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(mp_os_unsetenv_obj, 1, 2, mp_os_refuse);
