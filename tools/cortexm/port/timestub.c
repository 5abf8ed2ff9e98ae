// Time is the world's (the frozen time.py): these stand in for the port's own.
static mp_obj_t mp_time_localtime_get(void) {
    mp_raise_NotImplementedError(NULL);
}
